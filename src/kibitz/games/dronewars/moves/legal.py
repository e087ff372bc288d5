"""All kinds of moves, and the quick list of the legal ones."""

from typing import Final

from kibitz import kit
from kibitz.core.move import Move
from kibitz.games.dronewars.cards.catalogue import LANES, MARK, REALLOCATE, RECALCULATE, RECALL
from kibitz.games.dronewars.moves.actions import (
    MARKS,
    MOVES,
    PASS_MOVE,
    REALLOCATES,
    RECALCULATE_MOVE,
    RECALLS,
    Attack,
    Mark,
    MoveDrone,
    Pass,
    Play,
    Reallocate,
    Recalculate,
    Recall,
    Use,
    attack_move,
    beside,
    play_move,
    use_move,
)
from kibitz.games.dronewars.moves.answers import (
    DECLINE_MOVE,
    INTERCEPTS,
    Choose,
    Decline,
    Intercept,
    add_choices,
)
from kibitz.games.dronewars.moves.common import SECTION_CODE, board_codes, lane_codes, unique
from kibitz.games.dronewars.moves.preparation import (
    DEPLOYS,
    DISCARDS,
    DONE_MOVE,
    KEEPS,
    PLACES,
    REMOVES,
    SHIELDS,
    Deploy,
    Discard,
    Done,
    Keep,
    Place,
    Remove,
    Shield,
)
from kibitz.games.dronewars.rules.abilities import (
    ability_targets,
    can_activate,
    can_use,
    shield_ways,
)
from kibitz.games.dronewars.rules.attacks import Interception, can_attack_section
from kibitz.games.dronewars.rules.deployment import can_control, can_deploy, has_space
from kibitz.games.dronewars.rules.movement import can_enter
from kibitz.games.dronewars.rules.phases import can_shield
from kibitz.games.dronewars.rules.questions import asked_of
from kibitz.games.dronewars.rules.setup import offer
from kibitz.games.dronewars.rules.targets import add_targets, code_at
from kibitz.games.dronewars.state import (
    ACTION,
    DEPLOYMENT,
    DRONE_REMOVAL,
    HAND,
    OPTIONAL_DISCARD,
    PLACEMENT,
    SELECTION,
    SHIELD_ALLOCATION,
    Battle,
    book,
    pile,
)

KINDS: Final[list[type[Move[Battle]]]] = [
    Keep,
    Place,
    Discard,
    Done,
    Shield,
    Remove,
    Deploy,
    Attack,
    MoveDrone,
    Play,
    Use,
    Recalculate,
    Reallocate,
    Recall,
    Mark,
    Intercept,
    Decline,
    Choose,
    Pass,
    kit.Concede,
]


def list_moves(s: Battle) -> list[Move[Battle]]:
    """Lists the legal moves."""
    moves: list[Move[Battle]] = []
    if s.over:
        return moves
    seat = s.seat
    if s.stack:
        add_answers(s, seat, moves)
    elif s.phase == ACTION:
        add_actions(s, seat, moves)
    elif s.phase == DEPLOYMENT:
        add_deployments(s, seat, moves)
        moves.append(PASS_MOVE)
    else:
        add_housekeeping(s, seat, moves)
    return moves


def add_housekeeping(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the moves of the phases before deployment."""
    phase = s.phase
    if phase == SHIELD_ALLOCATION:
        moves.extend([SHIELDS[lane] for lane in range(LANES) if can_shield(s, seat, lane)])
    elif phase == DRONE_REMOVAL:
        moves.extend([REMOVES[code] for code in board_codes(s, seat)])
    elif phase == SELECTION:
        moves.extend([KEEPS[kind] for kind in offer(s, seat)])
    elif phase == PLACEMENT:
        moves.extend(PLACES[1 if s.board.rules.balance_patch else 0])
    else:
        moves.extend([DISCARDS[card] for card in unique(pile(s, HAND, seat))])
        if phase == OPTIONAL_DISCARD:
            moves.append(DONE_MOVE)


def add_deployments(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the deployments."""
    if not can_control(s, seat):
        return
    for kind in s.board.pools[seat]:
        if can_deploy(s, seat, kind):
            for lane in range(LANES):
                if has_space(s, seat, lane, kind):
                    moves.append(DEPLOYS[kind][lane])


def add_actions(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the moves of the action phase, in the order of the kinds."""
    for lane in range(LANES):
        if s.rows[seat * LANES + lane]:
            add_attacks(s, seat, lane, moves)
    add_movements(s, seat, moves)
    add_plays(s, seat, moves)
    add_uses(s, seat, moves)
    if s.board.energy[seat] > 0:
        add_ship_abilities(s, seat, moves)
    moves.append(PASS_MOVE)


def add_attacks(s: Battle, seat: int, lane: int, moves: list[Move[Battle]]) -> None:
    """Adds the attacks in a lane."""
    targets: list[int] = []
    for index, drone in enumerate(s.rows[seat * LANES + lane]):
        if not drone.ready:
            continue
        if not targets:
            targets = lane_codes(s, 1 - seat, lane)
            if can_attack_section(s, seat, lane):
                targets.append(SECTION_CODE)
        code = code_at(s, seat, lane, index)
        for target in targets:
            moves.append(attack_move(code, target))


def add_movements(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the moves of drones to other lanes."""
    for lane in range(LANES):
        for index, drone in enumerate(s.rows[seat * LANES + lane]):
            if not drone.ready:
                continue
            code = code_at(s, seat, lane, index)
            for to in beside(lane):
                if can_enter(s, seat, drone, lane, to):
                    moves.append(MOVES[code * LANES + to])


def add_plays(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the cards that can be paid for, with everything they can be played on."""
    energy, costs = s.board.energy[seat], book(s).cost
    for card in unique(pile(s, HAND, seat)):
        if costs[card] <= energy:
            codes: list[int] = []
            add_targets(s, seat, card, codes)
            for code in codes:
                moves.append(play_move(card, code))


def add_uses(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the abilities of drones."""
    for lane in range(LANES):
        for index, drone in enumerate(s.rows[seat * LANES + lane]):
            if can_use(s, seat, drone):
                code = code_at(s, seat, lane, index)
                for target in ability_targets(s, seat, lane, drone):
                    moves.append(use_move(code, target))


def add_ship_abilities(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the abilities of ship sections."""
    if can_activate(s, seat, RECALCULATE):
        moves.append(RECALCULATE_MOVE)
    if can_activate(s, seat, REALLOCATE):
        for way in shield_ways(s, seat):
            moves.append(REALLOCATES[way])
    if can_activate(s, seat, RECALL):
        for code in board_codes(s, seat):
            moves.append(RECALLS[code])
    if can_activate(s, seat, MARK):
        for code in board_codes(s, 1 - seat):
            moves.append(MARKS[code])


def add_answers(s: Battle, seat: int, moves: list[Move[Battle]]) -> None:
    """Adds the answers to a question."""
    asked = asked_of(s, seat)
    assert asked is not None
    if isinstance(asked, Interception):
        codes = lane_codes(s, seat, asked.lane)
        moves.extend([INTERCEPTS[codes[index]] for index in asked.options(s)])
        if asked.optional(s):
            moves.append(DECLINE_MOVE)
        return
    if "discard" in asked.moves:
        moves.extend([DISCARDS[card] for card in asked.options(s)])
        return
    if asked.optional(s):
        moves.append(DONE_MOVE)
    if "reallocate" in asked.moves:
        moves.extend([REALLOCATES[way] for way in asked.options(s)])
    add_choices(s, seat, moves)
