"""Layers 4 and 5: what each path is worth, and the step that is played (4.6, 4.7, 4.10).

With the weight `tactics`, the tactical score of a path's first step counts for the path, and every
other action with a positive tactical score is a path of one step. So a weak plan gives way to a
strong action, and among equal plans the first step decides.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.games.dronewars import moves
from kibitz.games.dronewars.agents.strategic import assessment, settings
from kibitz.games.dronewars.agents.strategic.assessment import (
    Assessment,
    Combat,
    Fighter,
    Goal,
    Mode,
)
from kibitz.games.dronewars.agents.strategic.paths import (
    AGAIN_STEP,
    ATTACK_STEP,
    CARD_STEP,
    DEPLOY_STEP,
    DIRECT_ATTACK,
    GO_AGAIN_COMBO,
    NO_OUTCOME,
    OTHER_STEP,
    PROGRESS,
    SINGLE_ACTION,
    STRATEGIC_PASS,
    SURVIVE,
    WAIT,
    WIN,
    WIN_SETUP,
    Path,
    Step,
    find_deployments,
    find_paths,
)
from kibitz.games.dronewars.agents.strategic.settings import VALUE_WORDS, Weights
from kibitz.games.dronewars.agents.tactical import BUILD
from kibitz.games.dronewars.agents.tactical import Weights as TacticalWeights
from kibitz.games.dronewars.agents.tactical.decisions import (
    choose_enhanced,
    consider,
    score_enhanced,
)
from kibitz.games.dronewars.agents.tactical.lanes import DRONE_ATTACK, OTHER, Candidate, Situation
from kibitz.games.dronewars.agents.tactical.scores import score_attack
from kibitz.games.dronewars.cards import CARDS, DRONES, JAMMER, LANES, counted
from kibitz.games.dronewars.moves import Attack, Deploy, Pass, Play, Shield
from kibitz.games.dronewars.rules.attacks import Interception, can_attack_section, declare
from kibitz.games.dronewars.rules.sections import count_damaged, count_standing
from kibitz.games.dronewars.state import ACTION, DEPLOYMENT, SECTION, Battle, book, has_passed
from kibitz.games.dronewars.text.descriptions import move_words

# Mechanics that forbid the first step of a path (4.7): Guardians and Jammers.


@mypyc_attr(allow_interpreted_subclasses=True)
class Handler:
    """A mechanic that can forbid a path.

    Attributes:
        name: its name.
        reason: why it forbids a path.
    """

    def __init__(self, name: str, reason: str) -> None:
        self.name: Final = name
        self.reason: Final = reason

    def applies(self, path: Path) -> bool:
        """Tells whether the path has to do with this mechanic; only its first step counts."""
        raise TypeError(f"{type(self).__name__} does not define applies()")

    def blocker(self, combat: Combat, path: Path) -> Fighter | None:
        """Returns the enemy drone that forbids the path; None if it is allowed."""
        raise TypeError(f"{type(self).__name__} does not define blocker()")


class GuardianHandler(Handler):
    """No attack on a section behind a ready Guardian (H1)."""

    def __init__(self) -> None:
        super().__init__("Guardian", "a ready Guardian protects the section")

    def applies(self, path: Path) -> bool:
        """Tells whether the first step attacks a section."""
        return bool(path.steps) and path.steps[0].on_section

    def blocker(self, combat: Combat, path: Path) -> Fighter | None:
        """Returns a ready enemy Guardian of the attacker's lane."""
        found = assessment.guardians(combat.foes(path.steps[0].lane))
        return found[0] if found else None


class JammerHandler(Handler):
    """No card on an enemy drone beside a ready Jammer (H2)."""

    def __init__(self) -> None:
        super().__init__("Jammer", "a ready Jammer protects the drone from cards")

    def applies(self, path: Path) -> bool:
        """Tells whether the first step is a card on an enemy drone that is no Jammer."""
        if not path.steps or path.steps[0].kind not in (AGAIN_STEP, CARD_STEP):
            return False
        foe = path.steps[0].foe
        return foe is not None and not foe.keywords & JAMMER

    def blocker(self, combat: Combat, path: Path) -> Fighter | None:
        """Returns a ready enemy Jammer of the target's lane."""
        found = assessment.ready_with(combat.foes(path.steps[0].lane), JAMMER)
        return found[0] if found else None


HANDLERS: Final[list[Handler]] = [GuardianHandler(), JammerHandler()]


class Dropped:
    """A path that a handler forbids.

    Attributes:
        path: the path.
        handler: the name of the handler.
        reason: why.
        blocker: the enemy drone in the way.
    """

    def __init__(self, path: Path, handler: str, reason: str, blocker: str) -> None:
        self.path: Final = path
        self.handler: Final = handler
        self.reason: Final = reason
        self.blocker: Final = blocker


class Sorted:
    """The paths that are allowed, and those that are not.

    Attributes:
        allowed: the paths that no handler forbids.
        dropped: the others, with the reason.
    """

    def __init__(self, combat: Combat, paths: list[Path], handlers: list[Handler]) -> None:
        self.allowed: Final[list[Path]] = []
        self.dropped: Final[list[Dropped]] = []
        for path in paths:
            forbidden = verdict(combat, path, handlers)
            if forbidden is None:
                self.allowed.append(path)
            else:
                self.dropped.append(forbidden)


def verdict(combat: Combat, path: Path, handlers: list[Handler]) -> Dropped | None:
    """Returns what forbids a path; None if nothing does."""
    for handler in handlers:
        if handler.applies(path):
            blocker = handler.blocker(combat, path)
            if blocker is not None:
                return Dropped(path, handler.name, handler.reason, blocker.word())
    return None


# Layer 4: what each path is worth (4.6), as reasons that add up to its score.

DEFENCES: Final = (settings.EFFICIENT_DEFENSE, settings.FULL_DEFENSE)


def evaluate(paths: list[Path], mode: Mode, goal: Goal, w: Weights) -> list[Path]:
    """Scores paths and returns them sorted, the best first; equal ones keep their order (E9)."""
    bases = settings.base_values(w)
    for path in paths:
        score_path(path, mode, goal, w, bases)
    return sorted(paths, key=lambda path: -path.score)


def score_path(path: Path, mode: Mode, goal: Goal, w: Weights, bases: dict[str, float]) -> None:
    """Scores a path, in the order that 4.6 demands."""
    add(path, VALUE_WORDS[path.value], bases[path.value], path.text)
    points = complexity(path, w)
    add(path, "complexity", -w.complexity * points, f"the first step has complexity {points:.4g}")
    add(path, "cost", -w.card_cost * path.cost, f"the card costs {path.cost} energy")
    sure = path.confidence
    add(path, "confidence", (sure - 1.0) * path.score, f"it works with confidence {sure:.4g}")
    if path.special == GO_AGAIN_COMBO:
        add(path, "go again", w.go_again_combo, "you go on at once after the card")
    if goal.strategy:
        text = f"the race calls for it: {assessment.STRATEGY_WORDS[goal.strategy]}"
        add(path, "race", race_bonus(path, goal.strategy, w), text)
    else:
        name, priority = assessment.MODE_WORDS[mode.name], assessment.PRIORITY_WORDS[mode.priority]
        add(path, name, mode_bonus(path, mode.name, w), f"you are {name} {priority}")
    add(path, "damage", w.damage * path.damage, f"it does {path.damage} damage")
    later = min(len(path.steps) - 1, w.most_steps)
    text = f"{later} more {'step is' if later == 1 else 'steps are'} planned"
    if later < 0:
        text = "no step is planned"
    add(path, "steps", w.step * later, text)


def add(path: Path, term: str, amount: float, text: str) -> None:
    """Adds a term to the score of a path, unless it changes nothing."""
    if amount:
        path.score += amount
        path.reasons.append(Reason(term, amount, text))


def complexity(path: Path, w: Weights) -> float:
    """Returns the complexity of the first step (E2)."""
    if not path.steps:
        return w.complexity_missing
    kind = path.steps[0].kind
    if kind == ATTACK_STEP:
        return w.complexity_attack
    if kind == AGAIN_STEP:
        return w.complexity_go_again
    if kind == CARD_STEP:
        return w.complexity_card
    return w.complexity_deploy if kind == DEPLOY_STEP else w.complexity_unknown


def mode_bonus(path: Path, mode: str, w: Weights) -> float:
    """Returns what a mode adds to a path (E6)."""
    if mode == assessment.AGGRESSIVE:
        if path.value == settings.IMMEDIATE_WIN:
            return w.aggressive_win
        if path.value == settings.ENABLES_WIN_NEXT_TURN:
            return w.aggressive_enables
    elif mode == assessment.DEFENSIVE:
        if path.value == settings.FULL_DEFENSE:
            return w.defensive_full
        if path.value == settings.EFFICIENT_DEFENSE:
            return w.defensive_efficient
        if path.value == settings.DEPLOY_BLOCKER:
            return w.defensive_blocker
    return 0.0


def race_bonus(path: Path, strategy: str, w: Weights) -> float:
    """Returns what the strategy of a race adds to a path (E6)."""
    attacks = path.outcome in (WIN, WIN_SETUP) or path.value == settings.IMMEDIATE_WIN
    if strategy == assessment.RACE_OFFENSE_BIAS:
        return w.race_offense if attacks else 0.0
    if strategy == assessment.SURVIVE_THEN_COUNTER:
        defends = path.outcome == SURVIVE or path.value in DEFENCES
        return w.race_survive if defends else 0.0
    if strategy == assessment.ALL_IN_OFFENSE:
        if attacks:
            return w.race_all_in
        defends = path.outcome == SURVIVE or path.value == settings.EFFICIENT_DEFENSE
        return w.race_all_in_defense if defends else 0.0
    if strategy == assessment.BUILD_OFFENSE and path.outcome in (WIN, WIN_SETUP, PROGRESS):
        return w.race_build
    return 0.0


# Layer 5: the whole plan of a decision, and the step that is played (4.7).

# What a direct attack is worth beyond the best path, in the ranking (E10).
AT_ONCE: Final = 1.0


class Plan:
    """What the layers found for one decision.

    Attributes:
        combat: the board.
        assessment: how things stand.
        mode: the mode.
        goal: the goal; None if there is none.
        generated: the types of all paths, in the order in which they were found.
        dropped: the paths that a handler forbids.
        paths: the others, evaluated, the best first.
    """

    def __init__(self, s: Battle, seat: int, w: Weights) -> None:
        self.combat: Final = Combat(s, seat)
        self.assessment: Final = Assessment(self.combat)
        self.mode: Final[Mode] = assessment.choose_mode(self.assessment)
        self.goal: Final[Goal | None] = assessment.choose_goal(self.combat, self.mode)
        found: list[Path] = []
        if self.goal is not None:
            if s.phase == DEPLOYMENT:
                found = find_deployments(self.combat, self.mode, self.goal, w)
            else:
                found = find_paths(self.combat, self.goal, w)
        self.generated: Final[list[str]] = [path.kind for path in found]
        sorted_paths = Sorted(self.combat, found, HANDLERS)
        self.dropped: Final[list[Dropped]] = sorted_paths.dropped
        kept = cap(sorted_paths.allowed, w)
        self.paths: list[Path] = (
            [] if self.goal is None else evaluate(kept, self.mode, self.goal, w)
        )


def cap(paths: list[Path], w: Weights) -> list[Path]:
    """Keeps the paths of the highest base value, in the order of generation (4.11)."""
    if len(paths) <= w.most_paths:
        return paths
    bases = settings.base_values(w)
    ranked = sorted(range(len(paths)), key=lambda at: -bases[paths[at].value])
    return [paths[at] for at in sorted(ranked[: w.most_paths])]


def first_move(path: Path) -> Move[Battle] | None:
    """Returns the move that a path begins with."""
    if path.kind == STRATEGIC_PASS:
        return moves.PASS_MOVE
    return path.steps[0].move if path.steps else None


def executable(paths: list[Path], legal: list[Move[Battle]]) -> list[Path]:
    """Lists the paths whose first step is legal now, the best first (X1)."""
    found: list[Path] = []
    for path in paths:
        move = first_move(path)
        if move is not None and move in legal:
            found.append(path)
    return found


def choose_path(paths: list[Path]) -> Path | None:
    """Picks among executable paths: an attack that finishes a section at once, or the best."""
    for path in paths:
        if is_at_once(path):
            return path
    return paths[0] if paths else None


def is_at_once(path: Path) -> bool:
    """Tells whether a path is the win short-cut (E10)."""
    if path.kind != DIRECT_ATTACK:
        return False
    return path.value in (settings.IMMEDIATE_WIN, settings.SECTION_LOST)


def options_of(paths: list[Path], chosen: Path) -> list[Option[Battle]]:
    """Returns the first steps of executable paths as options, each once, the chosen one first.

    Where the short-cut chooses a path that is not the best, a reason of its own lifts it.
    """
    options: list[Option[Battle]] = []
    seen: list[Move[Battle]] = []
    lift = paths[0].score - chosen.score
    for path in [chosen, *paths]:
        move = first_move(path)
        if move is None or move in seen:
            continue
        seen.append(move)
        reasons, score = path.reasons, path.score
        if path is chosen and lift > 0.0:
            text = "an attack that finishes the section comes before any preparation"
            reasons = [*reasons, Reason("wins at once", lift + AT_ONCE, text)]
            score += lift + AT_ONCE
        options.append(Option(move, score, tuple(reasons)))
    return options


# What the described AI leaves out: plans and single actions on one scale, and shields by need.


def consider_all(seen: Observation[Battle, Battle], weights: TacticalWeights) -> list[Candidate]:
    """Scores all actions as the tactical AI does."""
    return consider(Situation(seen.view, seen.seat, weights), seen.moves)


def add_tactics(plan: Plan, actions: list[Candidate], w: Weights) -> None:
    """Adds the tactical score of first steps to the paths, and the other actions as paths."""
    scores: dict[Move[Battle], float] = {each.move: each.score for each in actions}
    begun: dict[Move[Battle], bool] = {}
    for path in plan.paths:
        move = first_move(path)
        if move is not None and move in scores:
            begun[move] = True
            add(path, "tactics", w.tactics * scores[move], "the first step counts by itself")
    paths = plan.paths[:]
    for each in actions:
        if each.score > 0.0 and each.move not in begun:
            paths.append(single_path(plan.combat, each, w))
    plan.paths = sorted(paths, key=lambda path: -path.score)


def single_path(combat: Combat, each: Candidate, w: Weights) -> Path:
    """Makes a path of one action."""
    text = move_words(combat.s, each.move)
    steps = [Step(OTHER_STEP, text, each.move)]
    path = Path(SINGLE_ACTION, settings.SINGLE_ACTION, PROGRESS, 1.0, steps, text)
    add(path, "single action", w.single_action, "it belongs to no plan")
    add(path, "tactics", w.tactics * each.score, "its tactical score counts")
    if each.kind == DRONE_ATTACK:
        target = combat.foes(each.lane)[each.target]
        if not combat.own(each.lane)[each.index].kills(target):
            add(path, "no kill", w.no_kill, f"{target.word()} survives it")
    return path


def lone_path(plan: Plan, move: Move[Battle], w: Weights) -> Path:
    """Makes a path of a move that belongs to no plan, and scores it like any other path."""
    text = "it belongs to no plan"
    steps = [] if isinstance(move, Pass) else [Step(step_kind(move), text, move)]
    cost = book(plan.combat.s).cost[move.number] if isinstance(move, Play) else 0
    path = Path(SINGLE_ACTION, settings.OTHER_VALUE, NO_OUTCOME, 1.0, steps, text, 0, cost)
    goal = Goal(assessment.ADVANTAGE) if plan.goal is None else plan.goal
    score_path(path, plan.mode, goal, w, settings.base_values(w))
    return path


def step_kind(move: Move[Battle]) -> int:
    """Returns the kind of step that a move is."""
    if isinstance(move, Attack):
        return ATTACK_STEP
    if isinstance(move, Deploy):
        return DEPLOY_STEP
    if isinstance(move, Play):
        return AGAIN_STEP if CARDS[move.number].go_again else CARD_STEP
    return OTHER_STEP


# What the scores of shields and of drones that a card moves count.
DAMAGE: Final = "points of damage"


# Shields.


def place_shield(seen: Observation[Battle, Battle]) -> Advice[Battle]:
    """Places a shield on a standing section, where the enemy can do the most damage."""
    combat = Combat(seen.view, seen.seat)
    options = [
        Option(move, score, (Reason("need", score, text),))
        for move in seen.moves
        if isinstance(move, Shield)
        for score, text in [shield_need(combat, move.lane - 1)]
    ]
    options.sort(key=lambda option: -option.score)
    best = options[0]
    return Advice(best.move, best.score, tuple(options), trace={"step": "shields"}, unit=DAMAGE)


def shield_need(combat: Combat, lane: int) -> tuple[float, str]:
    """Returns how much the section of a lane needs a shield, and why."""
    section = combat.section(combat.seat, lane)
    if section.to_lose <= 0:
        return (-1.0, "the section is lost")
    damage = assessment.total_ship(combat.foes(lane))
    through = damage - section.shields
    if through <= 0:
        enough = f"its shields are enough for {damage} damage"
        return (0.0, enough if damage else "no enemy can damage it")
    return (float(through), f"{through} of {damage} damage gets through its shields")


# Strategic passing (4.10): keep drones ready instead of acting. Off unless the option is on.

# Never pass where the best path does one of these.
TOO_GOOD: Final = (
    *(settings.IMMEDIATE_WIN, settings.ENABLES_WIN_NEXT_TURN, settings.SECTION_LOST),
    *(settings.FULL_DEFENSE, settings.EFFICIENT_DEFENSE, settings.PARTIAL_DEFENSE),
)
# The damage to a section that makes a drone one that must act soon.
URGENT_SHIP: Final = 3
# The class from which on a drone is not given up by a pass.
DEAR: Final = 2


def pass_path(plan: Plan, opportunity: float, w: Weights) -> Path | None:
    """Returns the path that passes; None if nothing speaks for it.

    Args:
        plan: what the layers found.
        opportunity: the best positive score of a tactical action.
        w: the weights.
    """
    if not may_pass(plan):
        return None
    combat = plan.combat
    own, enemy = urgency(combat, combat.seat), urgency(combat, combat.foe)
    reactive = count_reactive(combat)
    able = counted(reactive, "drone")
    energy = combat.s.board.energy[combat.seat]
    path = Path(STRATEGIC_PASS, settings.OTHER_VALUE, WAIT, 1.0, [], "keep the drones ready")
    terms = [
        Reason("urgency", w.pass_urgency * (enemy - own), f"urgency is {enemy} against {own}"),
        Reason("reactive", w.pass_reactive * reactive, f"{able} can intercept"),
        Reason("energy", w.pass_energy * energy, f"{energy} energy is kept"),
        Reason("opportunity", -opportunity, "the best action is given up"),
    ]
    for term in terms:
        path.score += term.amount
        path.reasons.append(term)
    if path.score < w.pass_least or loses_by_waiting(combat):
        return None
    return path


def may_pass(plan: Plan) -> bool:
    """Tells whether the mode and the best path allow a pass."""
    combat, mode = plan.combat, plan.mode.name
    s = combat.s
    if s.phase != ACTION or has_passed(s, combat.foe):
        return False
    if plan.paths and plan.paths[0].value in TOO_GOOD:
        return False
    if mode == assessment.DEFENSIVE:
        return not [each for each in plan.assessment.own if each.under_threat]
    own = urgency(combat, combat.seat)
    if mode == assessment.AGGRESSIVE:
        return own == 0
    if mode == assessment.RACE:
        building = plan.goal is not None and plan.goal.strategy == assessment.BUILD_OFFENSE
        return building and urgency(combat, combat.foe) > own
    return mode == assessment.BALANCED


def urgency(combat: Combat, seat: int) -> int:
    """Returns how urgently a side must act, from 0 to 3."""
    s = combat.s
    found = 1 if count_standing(s, seat) == 1 else 0
    if count_damaged(s, seat):
        found += 1
    for lane in range(LANES):
        foes = combat.rows[(1 - seat) * LANES + lane]
        for each in combat.rows[seat * LANES + lane]:
            if each.ready and each.ship >= URGENT_SHIP and is_hunted(each, foes):
                return found + 1
    return found


def is_hunted(each: Fighter, foes: list[Fighter]) -> bool:
    """Tells whether a ready enemy can intercept or kill a drone."""
    return any(foe.ready and (foe.speed > each.speed or foe.kills(each)) for foe in foes)


def count_reactive(combat: Combat) -> int:
    """Counts the own ready drones that can intercept some ready enemy."""
    found = 0
    for lane in range(LANES):
        slowest = [foe.speed for foe in combat.foes(lane) if foe.ready]
        for each in combat.own(lane):
            if each.ready and slowest and each.speed > min(slowest):
                found += 1
    return found


# The opponent model: a last gate.


def loses_by_waiting(combat: Combat) -> bool:
    """Tells whether the enemy's likely attacks cost a section or a drone of class 2 or more."""
    s, seat, foe = combat.s.clone(), combat.seat, combat.foe
    stood = count_standing(s, seat)
    dear = count_dear(s, seat)
    for lane in range(LANES):
        for drone in s.rows[foe * LANES + lane][:]:
            if drone.ready and not s.over:
                row = s.rows[foe * LANES + lane]
                attack_likely(s, foe, lane, row.index(drone))
    return count_standing(s, seat) < stood or count_dear(s, seat) < dear


def count_dear(s: Battle, seat: int) -> int:
    """Counts the drones of a seat that are not given up lightly."""
    found = 0
    for lane in range(LANES):
        for drone in s.rows[seat * LANES + lane]:
            if DRONES[drone.kind].cost >= DEAR:
                found += 1
    return found


def attack_likely(s: Battle, seat: int, lane: int, index: int) -> None:
    """Makes the attack of a drone that scores best by 3.5; the other seat answers as in 3.10."""
    now = Situation(s, seat, BUILD)
    targets = list(range(len(now.foes(lane))))
    if can_attack_section(s, seat, lane):
        targets.append(SECTION)
    best, most = -2, 0.0
    for target in targets:
        score = score_attack(now, moves.PASS_MOVE, lane, index, target).score
        if score > most:
            best, most = target, score
    if best == -2:
        return
    declare(s, seat, lane, index, best)
    if s.stack:
        asked = s.stack.pop()
        assert isinstance(asked, Interception)
        answer_likely(s, asked)


def answer_likely(s: Battle, asked: Interception) -> None:
    """Intercepts, or does not, by the enhanced decision."""
    now = Situation(s, asked.seat, BUILD)
    able = [
        Candidate(moves.DECLINE_MOVE, OTHER, asked.lane, index, asked.attacker)
        for index in asked.options(s)
    ]
    score_enhanced(now, asked, able)
    found = choose_enhanced(now, able)
    if found is None and asked.optional(s):
        asked.decline(s)
    else:
        asked.pick(s, able[0].index if found is None else found.index)
