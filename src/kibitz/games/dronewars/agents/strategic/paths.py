"""Layer 3: the paths that lead to a goal (4.5, 4.8, 4.9), in the order of the tables.

Each function makes the paths of one or a few rows of a table; the ids of the rows (P1 to P18) stand
beside them.
"""

from typing import Final

from kibitz.games.dronewars.agents.strategic import path as made
from kibitz.games.dronewars.agents.strategic import settings
from kibitz.games.dronewars.agents.strategic.assessment import potential_damage
from kibitz.games.dronewars.agents.strategic.cards import (
    Cards,
    Playable,
    chance,
    deck_of,
    useful_defence,
    useful_offence,
)
from kibitz.games.dronewars.agents.strategic.combat import (
    Combat,
    Fighter,
    best_attacker,
    cheapest_killer,
    guardians,
    without,
)
from kibitz.games.dronewars.agents.strategic.goal import (
    DAMAGE_SECTION,
    PROTECT,
    STABILIZE,
    Defence,
    Goal,
    Mode,
    Offence,
)
from kibitz.games.dronewars.agents.strategic.path import (
    GO_AGAIN_COMBO,
    GO_AGAIN_DRAW,
    ORDINARY,
    PROGRESS,
    SURVIVE,
    WIN,
    WIN_SETUP,
    Path,
    Step,
    context,
    hit_drone,
    hit_section,
    play_alone,
    play_on_foe,
    play_on_own,
)
from kibitz.games.dronewars.agents.strategic.settings import Weights
from kibitz.games.dronewars.agents.tactical.deployment import reserve_of
from kibitz.games.dronewars.cards.catalogue import (
    CARD_WORDS,
    CARDS,
    DRONES,
    GUARDIAN,
    LANES,
    MOVE_MANY,
    counted,
)
from kibitz.games.dronewars.moves import DEPLOYS, play_move
from kibitz.games.dronewars.rules.deployment import can_control, can_deploy, has_space
from kibitz.games.dronewars.rules.movement import can_enter
from kibitz.games.dronewars.rules.stats import cost


class Paths:
    """Makes the paths of one decision.

    Attributes:
        combat: the board.
        cards: the hand.
        w: the weights.
        found: the paths so far.
    """

    def __init__(self, combat: Combat, w: Weights) -> None:
        self.combat: Final = combat
        self.cards: Final = Cards(combat.s, combat.seat)
        self.w: Final = w
        self.found: Final[list[Path]] = []

    def add(self, path: Path, pressing: bool = False) -> None:
        """Adds a path; where the enemy has two sections, none of them wins (APPLY_PRESSURE)."""
        if pressing and path.value == settings.IMMEDIATE_WIN:
            path = worth_less(path, settings.SECTION_LOST)
        elif pressing and path.value == settings.ENABLES_WIN_NEXT_TURN:
            path = worth_less(path, settings.EFFICIENT_SETUP)
        self.found.append(path)


def worth_less(path: Path, value: int) -> Path:
    """Returns a path with another value, which is progress only."""
    return Path(
        path.kind,
        value,
        PROGRESS,
        path.confidence,
        path.steps,
        path.text,
        path.damage,
        path.cost,
        path.special,
    )


def find_paths(combat: Combat, goal: Goal, w: Weights) -> list[Path]:
    """Returns the paths of a goal in the action phase; those of the primary part come first."""
    paths = Paths(combat, w)
    if goal.sections:
        for section in goal.sections:
            add_balanced(paths, section)
    elif goal.kind == DAMAGE_SECTION:
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


def combo(card: Playable) -> str:
    """Returns what is special about a path that begins with a card."""
    return GO_AGAIN_COMBO if card.again else ORDINARY


def figures(goal: Offence, damage: int) -> str:
    """Says how much damage there is and how much is needed."""
    lane = goal.target.lane + 1
    return f"{damage} damage for the section in lane {lane}, which needs {goal.target.need}"


# Offensive (4.5.1).


def add_offensive(paths: Paths, goal: Offence) -> None:
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


def add_attack(paths: Paths, goal: Offence) -> None:
    """Adds the attack on the section: it finishes, breaks through, or only chips (P1)."""
    w, target, avail = paths.w, goal.target, goal.avail
    best = best_attacker(goal.attackers)
    value, kind, sure = settings.CHIP_DAMAGE, made.CHIP_ATTACK, w.chip_attack
    outcome = PROGRESS
    if goal.finishes:
        value, kind, sure = settings.IMMEDIATE_WIN, made.DIRECT_ATTACK, w.direct_attack
        outcome = WIN
        combat = paths.combat
        alone = [each for each in goal.attackers if combat.finishes_alone(each, target)]
        best = best_attacker(alone) if alone else best
    elif avail >= target.shields + 1:
        value, sure = settings.BREAKTHROUGH_PROGRESS, w.breakthrough_attack
    text = f"{best.word()} attacks the section: {figures(goal, avail)}"
    paths.add(Path(kind, value, outcome, sure, [hit_section(best)], text, avail), not goal.last)


def then_attack(others: list[Fighter]) -> Step:
    """Returns the attack that follows, by the best of some drones; it may be nobody's."""
    if not others:
        return context("the section is open")
    return hit_section(best_attacker(others))


def set_up(paths: Paths, goal: Offence, others: list[Fighter], gone: Fighter, less: int) -> int:
    """Returns the value of a path that removes a drone so that others can attack the section."""
    if len(goal.guardians) < 2 and paths.combat.finishes(others, goal.target, gone):
        return settings.ENABLES_WIN_NEXT_TURN
    return less


def outcome_of(value: int) -> str:
    """Returns the outcome of a path that prepares an attack."""
    return WIN_SETUP if value == settings.ENABLES_WIN_NEXT_TURN else PROGRESS


def add_guardian_kill(paths: Paths, goal: Offence, guardian: Fighter) -> None:
    """Adds the attack on a Guardian by the cheapest drone that kills it (P2a)."""
    killer = cheapest_killer(goal.attackers, guardian)
    if killer is None:
        return
    others = without(goal.attackers, killer)
    value = set_up(paths, goal, others, guardian, settings.SETUP)
    steps = [hit_drone(killer, guardian), then_attack(others)]
    then = "then the others attack" if others else "and nobody is left to attack"
    text = f"{killer.word()} kills {guardian.word()}, {then}"
    sure = paths.w.kill_guardian
    path = Path(made.REMOVE_GUARDIAN, value, outcome_of(value), sure, steps, text)
    paths.add(path, not goal.last)


def add_guardian_removal(paths: Paths, goal: Offence, guardian: Fighter) -> None:
    """Adds the cards that remove a Guardian (P2b)."""
    for card in paths.cards.removals_of(guardian):
        value = set_up(paths, goal, goal.attackers, guardian, settings.SETUP)
        steps = [play_on_foe(card, guardian), then_attack(goal.attackers)]
        text = f"{CARD_WORDS[card.card]} removes {guardian.word()}: {figures(goal, goal.avail)}"
        sure = paths.w.remove_guardian
        path = Path(
            made.CARD_REMOVAL,
            value,
            outcome_of(value),
            sure,
            steps,
            text,
            goal.avail,
            card.cost,
            combo(card),
        )
        paths.add(path, not goal.last)


def add_guardian_buff(paths: Paths, goal: Offence, guardian: Fighter) -> None:
    """Adds buffs with which a drone kills a Guardian that it could not kill before (P2c)."""
    for card in paths.cards.buffs:
        for drone in buffable(paths, card, goal.target.lane, guardian):
            others = without(goal.attackers, drone)
            value = set_up(paths, goal, others, guardian, settings.EFFICIENT_SETUP)
            kill = hit_drone(drone, guardian)
            steps = [play_on_own(card, drone), kill, then_attack(others)]
            text = f"{CARD_WORDS[card.card]} lets {drone.word()} kill {guardian.word()}"
            sure = paths.w.buff_guardian_again if card.again else paths.w.buff_guardian
            add_card_setup(paths, goal, made.BUFF_KILL_GUARDIAN, value, sure, steps, text, card)


def buffable(paths: Paths, card: Playable, lane: int, victim: Fighter) -> list[Fighter]:
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


def add_card_setup(
    paths: Paths,
    goal: Offence,
    kind: str,
    value: int,
    sure: float,
    steps: list[Step],
    text: str,
    card: Playable,
) -> None:
    """Adds a path that begins with a card after which a drone kills a Guardian."""
    path = Path(kind, value, outcome_of(value), sure, steps, text, 0, card.cost, combo(card))
    paths.add(path, not goal.last)


def add_guardian_ready(paths: Paths, goal: Offence, guardian: Fighter) -> None:
    """Adds cards that ready a drone which kills a Guardian (P2d)."""
    for card in paths.cards.readies:
        for drone in exhausted(paths, card, goal.target.lane):
            if drone.kills(guardian):
                value = set_up(paths, goal, goal.attackers, guardian, settings.EFFICIENT_SETUP)
                kill = hit_drone(drone, guardian)
                steps = [play_on_own(card, drone), kill, then_attack(goal.attackers)]
                text = f"{CARD_WORDS[card.card]} lets {drone.word()} kill {guardian.word()}"
                sure = paths.w.ready_guardian_again if card.again else paths.w.ready_guardian
                kind = made.READY_KILL_GUARDIAN
                add_card_setup(paths, goal, kind, value, sure, steps, text, card)


def exhausted(paths: Paths, card: Playable, lane: int) -> list[Fighter]:
    """Lists the exhausted own drones of a lane that a card can ready for an attack."""
    return [
        each
        for each in paths.combat.own(lane)
        if not each.ready and each.can_attack() and each.code in card.codes
    ]


def add_buffs(paths: Paths, goal: Offence) -> None:
    """Adds buffs of the best attacker (P3)."""
    combat, best = paths.combat, best_attacker(goal.attackers)
    for card in paths.cards.buffs:
        if best.code not in card.codes:
            continue
        stronger = combat.buffed(best, card.amount)
        members = [stronger if each is best else each for each in goal.attackers]
        wins = not goal.guardians and combat.finishes(members, goal.target)
        strong = card.again and card.amount >= goal.target.shields
        steps = [play_on_own(card, best), hit_section(best)]
        add_boost(
            paths,
            goal,
            made.BUFF_THEN_ATTACK,
            card,
            Boost(wins, strong, settings.MINOR_BUFF, paths.w.buff_win_again, paths.w.buff_win),
            steps,
            goal.avail + card.amount,
        )


class Boost:
    """How far a card brings an attack.

    Attributes:
        wins: whether the attack finishes the section then.
        strong: whether it is a significant boost.
        less: the value if it is neither.
        again: the confidence of a win with Go Again.
        once: the confidence of a win without.
    """

    def __init__(self, wins: bool, strong: bool, less: int, again: float, once: float) -> None:
        self.wins: Final = wins
        self.strong: Final = strong
        self.less: Final = less
        self.again: Final = again
        self.once: Final = once


def add_boost(
    paths: Paths,
    goal: Offence,
    kind: str,
    card: Playable,
    boost: Boost,
    steps: list[Step],
    damage: int,
) -> None:
    """Adds a path that begins with a card which makes an attack stronger (P3 to P5)."""
    w = paths.w
    value, outcome, sure = boost.less, PROGRESS, w.minor
    if boost.wins:
        value = settings.IMMEDIATE_WIN if card.again else settings.ENABLES_WIN_NEXT_TURN
        outcome, sure = WIN, boost.again if card.again else boost.once
    elif boost.strong:
        value, sure = settings.SIGNIFICANT_DAMAGE_BOOST, w.boost
    text = f"{steps[0].text}, then attack: {figures(goal, damage)}"
    path = Path(kind, value, outcome, sure, steps, text, damage, card.cost, combo(card))
    paths.add(path, not goal.last)


def add_readies(paths: Paths, goal: Offence) -> None:
    """Adds cards that ready a drone for an attack (P4)."""
    combat, shields = paths.combat, goal.target.shields
    for card in paths.cards.readies:
        for drone in exhausted(paths, card, goal.target.lane):
            damage = goal.avail + drone.ship
            members = [*goal.attackers, drone]
            wins = not goal.guardians and combat.finishes(members, goal.target)
            strong = card.again and damage >= shields
            add_boost(
                paths,
                goal,
                made.READY_THEN_ATTACK,
                card,
                Boost(
                    wins, strong, settings.MINOR_READY, paths.w.ready_win_again, paths.w.ready_win
                ),
                [play_on_own(card, drone), hit_section(drone)],
                damage,
            )


# Moves into the lane (P5).


class Mover:
    """A ready drone beside the lane that a card can move in.

    Attributes:
        fighter: the drone as it would be in the lane.
        step: the play of the card.
    """

    def __init__(self, fighter: Fighter, step: Step) -> None:
        self.fighter: Final = fighter
        self.step: Final = step


def add_moves(paths: Paths, goal: Offence) -> None:
    """Adds moves into the lane: to kill a Guardian (P5a), or to attack (P5b to P5d)."""
    for card in paths.cards.moves:
        movers = movers_of(paths, card, goal.target.lane)
        for guardian in goal.guardians:
            for mover in movers:
                if mover.fighter.kills(guardian):
                    add_moved_kill(paths, goal, guardian, card, mover)
        if not goal.guardians:
            for mover in movers:
                add_moved_attack(paths, goal, card, mover)


def movers_of(paths: Paths, card: Playable, to: int) -> list[Mover]:
    """Lists the ready drones beside a lane that a card can move in for an attack."""
    combat = paths.combat
    found: list[Mover] = []
    for lane in (to - 1, to + 1):
        if not 0 <= lane < LANES:
            continue
        for each in combat.own(lane):
            if not each.ready or not can_enter(combat.s, combat.seat, each.drone, lane, to):
                continue
            many = CARDS[card.card].effect == MOVE_MANY
            code = lane * LANES + to if many else each.code * LANES + to
            fighter = combat.moved(each, to)
            if fighter.can_attack() and code in card.codes:
                text = f"play {CARD_WORDS[card.card]}: {each.word()} goes to lane {to + 1}"
                kind = made.kind_of(card)
                step = Step(kind, text, play_move(card.card, code), to, False, None, fighter)
                found.append(Mover(fighter, step))
    return found


def add_moved_kill(
    paths: Paths, goal: Offence, guardian: Fighter, card: Playable, mover: Mover
) -> None:
    """Adds a move into the lane by a drone that kills a Guardian (P5a)."""
    value = set_up(paths, goal, goal.attackers, guardian, settings.EFFICIENT_SETUP)
    word = mover.fighter.word()
    kill = context(f"{word} attacks {guardian.word()}")
    steps = [mover.step, kill, then_attack(goal.attackers)]
    text = f"{CARD_WORDS[card.card]} lets {word} kill {guardian.word()}"
    sure = paths.w.move_guardian_again if card.again else paths.w.move_guardian
    add_card_setup(paths, goal, made.MOVE_KILL_GUARDIAN, value, sure, steps, text, card)


def add_moved_attack(paths: Paths, goal: Offence, card: Playable, mover: Mover) -> None:
    """Adds a move into the lane by a drone that attacks the section (P5b to P5d)."""
    one, w = mover.fighter, paths.w
    wins = paths.combat.finishes([*goal.attackers, one], goal.target)
    strong = card.again and one.ship >= goal.target.shields
    add_boost(
        paths,
        goal,
        made.MOVE_THEN_ATTACK,
        card,
        Boost(wins, strong, settings.MINOR_POSITIONING, w.move_win_again, w.move_win),
        [mover.step, context(f"{one.word()} attacks the section")],
        goal.avail + one.ship,
    )


# Draws and interceptors.


def add_draws(paths: Paths, goal: Offence) -> None:
    """Adds Go Again cards that may draw an answer (P6)."""
    s, seat = paths.combat.s, paths.combat.seat
    if not paths.cards.draws:
        return
    deck = deck_of(s, seat)
    useful = useful_offence(s, deck, len(goal.guardians) > 0, goal.gap())
    value, outcome = settings.FIND_SOLUTION, made.PROBABILISTIC_PROGRESS
    for card in paths.cards.draws:
        add_draw(paths, made.DRAW_FOR_ANSWERS, value, outcome, card, len(deck), useful)


def add_draw(
    paths: Paths, kind: str, value: int, outcome: str, card: Playable, deck: int, useful: int
) -> None:
    """Adds a card that draws, if an answer is likely enough."""
    likely = chance(deck, useful, card.amount)
    if likely > paths.w.draw_above:
        answer = "the only answer" if useful == 1 else f"one of {useful} answers"
        text = f"{CARD_WORDS[card.card]} draws {answer} with a chance of {likely:.0%}"
        steps = [play_alone(card)]
        paths.add(Path(kind, value, outcome, likely, steps, text, 0, card.cost, GO_AGAIN_DRAW))


def add_interceptor_removal(paths: Paths, goal: Offence) -> None:
    """Adds the removal of the only enemy that can intercept the best attacker (P7, P7c)."""
    combat, target = paths.combat, goal.target
    best = best_attacker(goal.attackers)
    in_the_way = combat.interceptors(best)
    if len(in_the_way) != 1:
        return
    foe = in_the_way[0]
    enough = best.ship >= (target.to_lose if best.piercing else target.need)
    value = settings.ENABLES_WIN_NEXT_TURN if enough else settings.SETUP
    outcome, then = outcome_of(value), hit_section(best)
    others = without(goal.attackers, best)
    killers = [each for each in others if not combat.interceptable(each, foe)]
    killer = cheapest_killer(killers, foe)
    if killer is not None:
        text = f"{killer.word()} kills {foe.word()}, then {best.word()} attacks"
        steps = [hit_drone(killer, foe), then]
        sure = paths.w.kill_interceptor
        kind = made.REMOVE_INTERCEPTOR
        paths.add(Path(kind, value, outcome, sure, steps, text), not goal.last)
    for card in paths.cards.removals_of(foe):
        text = f"{CARD_WORDS[card.card]} removes {foe.word()}, then {best.word()} attacks"
        steps = [play_on_foe(card, foe), then]
        path = Path(
            made.CARD_REMOVE_INTERCEPTOR,
            value,
            outcome,
            paths.w.remove_interceptor,
            steps,
            text,
            goal.avail,
            card.cost,
            combo(card),
        )
        paths.add(path, not goal.last)


# Defensive (4.5.2).


def add_defensive(paths: Paths, goal: Defence) -> None:
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
        text = f"{CARD_WORDS[card.card]} removes {strongest.word()}"
        steps = [play_on_foe(card, strongest)]
        add_card_defence(paths, made.CARD_REMOVAL_THREAT, paths.w.remove_threat, steps, text, card)
    answers = (settings.FULL_DEFENSE, settings.EFFICIENT_DEFENSE)
    if not [each for each in paths.found[start:] if each.value in answers]:
        add_defensive_draws(paths, goal)


def walked_threats(goal: Defence, w: Weights) -> list[Fighter]:
    """Returns the high threats, or all if none is high; the strongest first."""
    high = [each for each in goal.threats if each.ship >= w.high_threat]
    return high or goal.threats


def add_eliminations(paths: Paths, goal: Defence, walked: list[Fighter]) -> None:
    """Adds the attacks on threats, each by the cheapest drone that is still free (P8)."""
    free = [each for each in paths.combat.own(goal.section.lane) if each.ready]
    steps: list[Step] = []
    killed: list[Fighter] = []
    for threat in walked:
        killer = cheapest_killer(free, threat)
        if killer is not None:
            free = without(free, killer)
            killed.append(threat)
            steps.append(hit_drone(killer, threat))
    if not steps:
        return
    left = [each for each in goal.threats if each not in killed]
    safe = potential_damage(left, goal.section.shields) < goal.section.to_lose
    full = goal.section.under_threat and len(killed) == len(walked) and safe
    value = settings.FULL_DEFENSE if full else settings.PARTIAL_DEFENSE
    lane = f"lane {goal.section.lane + 1}"
    text = f"kill {len(killed)} of {len(walked)} threats in {lane}"
    if len(killed) == len(walked):
        text = f"kill {'the threat' if len(walked) == 1 else 'all threats'} in {lane}"
    kind = made.ELIMINATE_THREATS
    paths.add(Path(kind, value, SURVIVE, paths.w.eliminate, steps, text))


def add_card_defence(
    paths: Paths, kind: str, sure: float, steps: list[Step], text: str, card: Playable
) -> None:
    """Adds a path that begins with a card against a threat."""
    value = settings.EFFICIENT_DEFENSE
    paths.add(Path(kind, value, SURVIVE, sure, steps, text, 0, card.cost, combo(card)))


def add_buffed_eliminations(paths: Paths, goal: Defence, walked: list[Fighter]) -> None:
    """Adds buffs with which a drone kills a threat that it could not kill before (P9)."""
    for card in paths.cards.buffs:
        sure = paths.w.buff_eliminate_again if card.again else paths.w.buff_eliminate
        for threat in walked:
            for drone in buffable(paths, card, goal.section.lane, threat):
                steps = [play_on_own(card, drone), hit_drone(drone, threat)]
                text = f"{CARD_WORDS[card.card]} lets {drone.word()} kill {threat.word()}"
                add_card_defence(paths, made.BUFF_ELIMINATE, sure, steps, text, card)


def add_readied_eliminations(paths: Paths, goal: Defence, walked: list[Fighter]) -> None:
    """Adds cards that ready a drone which kills a threat (P10)."""
    for card in paths.cards.readies:
        sure = paths.w.ready_eliminate_again if card.again else paths.w.ready_eliminate
        for threat in walked:
            for drone in exhausted(paths, card, goal.section.lane):
                if drone.kills(threat):
                    steps = [play_on_own(card, drone), hit_drone(drone, threat)]
                    text = f"{CARD_WORDS[card.card]} lets {drone.word()} kill {threat.word()}"
                    add_card_defence(paths, made.READY_ELIMINATE, sure, steps, text, card)


def add_defensive_draws(paths: Paths, goal: Defence) -> None:
    """Adds Go Again cards that may draw a defence (P12)."""
    if not paths.cards.draws:
        return
    deck = deck_of(paths.combat.s, paths.combat.seat)
    useful = useful_defence(paths.combat, deck, goal.threats)
    value, outcome = settings.FIND_DEFENSIVE_SOLUTION, made.PROBABILISTIC_DEFENSE
    for card in paths.cards.draws:
        add_draw(paths, made.DRAW_FOR_DEFENCE, value, outcome, card, len(deck), useful)


# Balanced (4.5.3).


def add_balanced(paths: Paths, goal: Offence) -> None:
    """Adds P13 to P17 for one enemy section."""
    enough = goal.target.shields + 1
    for each in goal.attackers:
        text = f"{each.word()} attacks the section: {each.ship} damage"
        steps = [hit_section(each)]
        value, sure = settings.APPLY_PRESSURE, paths.w.pressure
        paths.add(Path(made.ATTACK_PRISTINE, value, PROGRESS, sure, steps, text))
    add_trade_buffs(paths, goal, enough)
    add_trade_removals(paths, goal)
    add_trade_readies(paths, goal, enough)
    if goal.avail < enough and paths.cards.draws:
        s = paths.combat.s
        deck = deck_of(s, paths.combat.seat)
        useful = useful_offence(s, deck, False, enough - goal.avail)
        value, outcome = settings.FIND_EFFICIENT_ANSWER, made.SETUP_OUTCOME
        for card in paths.cards.draws:
            add_draw(paths, made.DRAW_FOR_EFFICIENCY, value, outcome, card, len(deck), useful)


def add_trade(
    paths: Paths, kind: str, sure: float, steps: list[Step], text: str, damage: int, card: Playable
) -> None:
    """Adds a path that begins with a card that is well used."""
    value = settings.EFFICIENT_TRADE
    paths.add(Path(kind, value, PROGRESS, sure, steps, text, damage, card.cost, combo(card)))


def add_trade_buffs(paths: Paths, goal: Offence, enough: int) -> None:
    """Adds buffs with which the lane gets through the shields (P14)."""
    if not 0 < goal.avail < enough:
        return
    best = best_attacker(goal.attackers)
    for card in paths.cards.buffs:
        damage = goal.avail + card.amount
        if damage >= enough and best.code in card.codes:
            steps = [play_on_own(card, best), hit_section(best)]
            shields = counted(enough - 1, "shield")
            text = f"{steps[0].text}, then attack: {damage} damage against {shields}"
            sure = paths.w.buff_trade_again if card.again else paths.w.buff_trade
            add_trade(paths, made.BUFF_FOR_EFFICIENCY, sure, steps, text, damage, card)


def add_trade_removals(paths: Paths, goal: Offence) -> None:
    """Adds cards that remove the strongest enemy of the lane, if it is strong (P15)."""
    strongest: Fighter | None = None
    for foe in paths.combat.foes(goal.target.lane):
        if strongest is None or foe.attack > strongest.attack:
            strongest = foe
    if strongest is None or strongest.attack < paths.w.trade_attack:
        return
    for card in paths.cards.removals_of(strongest):
        steps = [play_on_foe(card, strongest)]
        text = f"{CARD_WORDS[card.card]} removes {strongest.word()}"
        add_trade(paths, made.BALANCED_REMOVAL, paths.w.remove_trade, steps, text, 0, card)


def add_trade_readies(paths: Paths, goal: Offence, enough: int) -> None:
    """Adds cards that ready a drone for an attack that is worth it (P16)."""
    for card in paths.cards.readies:
        sure = paths.w.ready_trade_again if card.again else paths.w.ready_trade
        for drone in exhausted(paths, card, goal.target.lane):
            damage = goal.avail + drone.ship
            if damage >= enough or drone.ship >= paths.w.trade_ship:
                steps = [play_on_own(card, drone), hit_section(drone)]
                text = f"{steps[0].text}, then attack: {damage} damage"
                add_trade(paths, made.READY_FOR_EFFICIENCY, sure, steps, text, damage, card)


# Deployment (4.9).


def find_deployments(combat: Combat, mode: Mode, goal: Goal, w: Weights) -> list[Path]:
    """Returns the Guardians that can be deployed before a section in danger (P18)."""
    found: list[Path] = []
    if goal.defence is None or not wants_guardian(combat, mode, goal.defence):
        return found
    s, seat, lane = combat.s, combat.seat, goal.defence.section.lane
    if not can_control(s, seat):
        return found
    for kind in s.board.pools[seat]:
        if not DRONES[kind].keywords & GUARDIAN or not can_deploy(s, seat, kind):
            continue
        if not has_space(s, seat, lane, kind) or not affordable(combat, mode, kind):
            continue
        text = f"deploy {DRONES[kind].word} to lane {lane + 1}"
        step = Step(made.DEPLOY_STEP, text, DEPLOYS[kind][lane], lane)
        text = f"{text}, because {goal.defence.section.threat} damage threatens the section"
        value, sure = settings.DEPLOY_BLOCKER, w.deploy_guardian
        found.append(Path(made.DEPLOY_GUARDIAN, value, SURVIVE, sure, [step], text))
    return found


def wants_guardian(combat: Combat, mode: Mode, defence: Defence) -> bool:
    """Tells whether the section in danger needs a Guardian."""
    section = defence.section
    if guardians(combat.own(section.lane)):
        return False
    return section.under_threat or (mode.priority == PROTECT and section.threat > 0)


def affordable(combat: Combat, mode: Mode, kind: int) -> bool:
    """Tells whether a deployment keeps the energy reserve, or need not."""
    if mode.priority not in (STABILIZE, PROTECT):
        return True
    board, seat = combat.s.board, combat.seat
    price = cost(combat.s, seat, kind)
    left = board.energy[seat] - max(0, price - board.budget[seat])
    return left >= reserve_of(combat.s, seat)
