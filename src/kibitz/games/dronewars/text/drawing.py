"""How a battle is drawn: three lanes side by side, the viewer's own side below.

The drawing is made from a view, so it shows what its seat sees. A ready drone has a `*`, an
exhausted one stands in brackets. Numbers are those of this moment: attack, speed, hull/shields.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from kibitz.games.dronewars import state
from kibitz.games.dronewars.cards import (
    CARD_WORDS,
    CPU_LIMIT,
    DRONE_WORDS,
    LANES,
    MAX_ENERGY,
    SECTION_WORDS,
    counted,
)
from kibitz.games.dronewars.rules.abilities import DiscardOne, MoveShields
from kibitz.games.dronewars.rules.attacks import Interception
from kibitz.games.dronewars.rules.drones import attack, cost, limit, ship_bonus, speed, upgrades_of
from kibitz.games.dronewars.rules.effects import MoveDrones, SearchDeck
from kibitz.games.dronewars.rules.phases import asked_of, offer
from kibitz.games.dronewars.rules.sections import ship_stat, standing
from kibitz.games.dronewars.rules.targets import BOARD_WORDS, code_at
from kibitz.games.dronewars.state import Battle
from kibitz.games.dronewars.text.descriptions import seat_word, whose
from kibitz.kit.catalogue import UNKNOWN

# The drawing has 79 columns: the command line puts a space before it.
WIDTH: Final = 79
CELL: Final = 24
BETWEEN: Final = " | "
RULE: Final = "-+-".join(["-" * CELL] * LANES)
INDENT: Final = 11
NOTHING: Final = "-"
KEY: Final = "* ready, ( ) exhausted; attack + bonus against sections, speed, hull/shields"
# Names that are too long for a cell.
SHORT_NAMES: Final = {"standard fighter": "std fighter"}
TASKS: Final = {
    state.SELECTION: "choosing drones",
    state.PLACEMENT: "placing the ship",
    state.MANDATORY_DISCARD: "discarding down to the hand limit",
    state.OPTIONAL_DISCARD: "discarding",
    state.SHIELD_ALLOCATION: "placing shields",
    state.DRONE_REMOVAL: "removing drones above the CPU limit",
    state.DEPLOYMENT: "to deploy or pass",
    state.ACTION: "to act",
}


def draw_battle(view: Battle) -> str:
    """Draws the battle, the seat of the view below."""
    below = view.viewer if view.viewer in (0, 1) else 0
    lines = [headline(view), *task_lines(view), ""]
    if view.turn == 0:
        lines += setup_lines(view, 1 - below) + setup_lines(view, below)
        return "\n".join(lines)
    lines += seat_lines(view, 1 - below)
    lines += [columns([f"lane {lane + 1}" for lane in range(LANES)])]
    lines += section_lines(view, 1 - below) + drone_lines(view, 1 - below)
    lines.append(RULE)
    lines += drone_lines(view, below) + section_lines(view, below)
    lines += seat_lines(view, below) + card_lines(view, below)
    return "\n".join([*lines, KEY])


# The top.


def headline(view: Battle) -> str:
    """Says which round and phase it is and who must do what, or how the battle ended."""
    if view.over:
        winner = view.winner
        won = "nobody wins" if winner < 0 else f"{seat_word(view, winner)} won"
        return f"The battle is over in round {view.turn}: {won} ({view.reason})"
    phase = state.PHASES[view.phase].replace("_", " ")
    start = f"Round {view.turn}, {phase}" if view.turn else f"Before the first round, {phase}"
    who = seat_word(view, view.seat)
    task = "to answer" if view.stack else TASKS[view.phase]
    if task.startswith("to "):
        return f"{start}: {who} {task}"
    return f"{start}: {who} {'are' if who == 'you' else 'is'} {task}"


def task_lines(view: Battle) -> list[str]:
    """Writes what is asked, and how much is left to choose."""
    asked = asked_of(view, view.seat)
    if isinstance(asked, Interception):
        return interception_lines(view, asked)
    if isinstance(asked, DiscardOne):
        return ["Discard a card."]
    if isinstance(asked, MoveShields):
        return ["Move another shield, or done."]
    if isinstance(asked, SearchDeck):
        return ["Choose the card that goes to the hand."]
    if isinstance(asked, MoveDrones):
        lanes = f"from lane {asked.lane + 1} to lane {asked.to + 1}"
        return [f"Choose a drone that moves {lanes}{', or done' if asked.moved else ''}."]
    left = view.board.left
    if view.over or not left:
        return []
    if view.phase == state.SELECTION:
        return [f"{left} of {state.POOL_SIZE} still to choose, one of each pair."]
    if view.phase == state.SHIELD_ALLOCATION:
        return [f"{counted(left, 'shield')} left to place."]
    return [f"Up to {counted(left, 'more card')}, or done; then hands are filled up."]


def interception_lines(view: Battle, asked: Interception) -> list[str]:
    """Writes which attack can be intercepted, and by whom."""
    seat, lane = asked.seat, asked.lane
    drone = view.rows[(1 - seat) * LANES + lane][asked.attacker]
    damage = attack(view, 1 - seat, lane, drone)
    name = drone_word(view, 1 - seat, lane, asked.attacker).capitalize()
    if asked.target == state.SECTION:
        damage += ship_bonus(drone)
        target = SECTION_WORDS[view.board.sections[seat * LANES + lane]]
    else:
        target = drone_word(view, seat, lane, asked.target)
    names = " or ".join([drone_word(view, seat, lane, at) for at in asked.options(view)])
    words = [f"intercept with {names}"]
    choice = ", or ".join([*words, "decline"] if asked.optional(view) else words)
    start = f"{name} attacks {whose(view, seat)} {target} for {damage}: "
    return wrapped(start, f"{choice}.".split(" "), 2, " ")


# Before the first round.


def setup_lines(view: Battle, seat: int) -> list[str]:
    """Draws a seat before the first round: its drones and its ship."""
    board = view.board
    lines = [f"{seat_word(view, seat)}:"]
    chosen = board.pools[seat] or (board.chosen[seat] if view.phase == state.SELECTION else ())
    shown = offer(view, seat)
    known = [*chosen, *board.offered[seat]]
    rest = [kind for kind in board.fleets[seat] if kind not in known]
    if board.pools[seat]:
        lines += named("drones", drone_words(chosen))
    else:
        lines += named("kept", drone_words(chosen)) if seat == view.viewer else []
        lines += named("choose", [" or ".join(drone_words(shown))]) if shown else []
        lines += named("list" if seat != view.viewer else "to come", drone_words(rest))
    sections = board.sections[seat * LANES : seat * LANES + LANES]
    placed = board.chosen[seat] if view.phase == state.PLACEMENT else ()
    if sections[0] or placed:
        words = [SECTION_WORDS[section] for section in placed or sections]
        lines += named("ship", [f"{word} in lane {at}" for at, word in enumerate(words, 1)])
    return lines


def drone_words(kinds: Sequence[int]) -> list[str]:
    """Lists types of drones."""
    return [DRONE_WORDS[kind] for kind in kinds]


# Lanes.


def columns(cells: Sequence[str]) -> str:
    """Writes a cell for each lane side by side."""
    return BETWEEN.join([cell.ljust(CELL) for cell in cells]).rstrip()


def stacked(lanes: Sequence[Sequence[str]]) -> list[str]:
    """Writes the lines of three lanes side by side."""
    return [columns(line) for line in zip_longest(*lanes, fillvalue="")]


def cell_lines(name: str, numbers: str) -> list[str]:
    """Writes a name on the left of a cell and numbers on the right; on two lines if need be."""
    room = CELL - len(name) - len(numbers)
    if room > 0:
        return [f"{name}{' ' * room}{numbers}"]
    return [name, numbers.rjust(CELL)]


def section_lines(view: Battle, seat: int) -> list[str]:
    """Draws the sections of a seat."""
    return stacked([section_cell(view, seat, lane) for lane in range(LANES)])


def section_cell(view: Battle, seat: int, lane: int) -> list[str]:
    """Draws a section: a `#` for each hull that it can lose before it is lost, hull/shields."""
    board, at = view.board, seat * LANES + lane
    hull, loss = board.hull[at], board.rules.loss_hull
    bar = ("#" * (hull - loss)).ljust(state.MAX_HULL - loss, ".")
    if not standing(view, seat, lane):
        bar = "LOST"
    name = SECTION_WORDS[board.sections[at]].upper()
    return cell_lines(name, f"{bar} {f'{hull}/{board.shields[at]}':>4}")


def drone_word(view: Battle, seat: int, lane: int, index: int) -> str:
    """Names a drone as in moves."""
    return BOARD_WORDS[code_at(view, seat, lane, index)]


def drone_lines(view: Battle, seat: int) -> list[str]:
    """Draws the drones of a seat; at least one line, so that an empty side can be seen."""
    lanes = [
        [
            line
            for index in range(len(view.rows[seat * LANES + lane]))
            for line in drone_cell(view, seat, lane, index)
        ]
        for lane in range(LANES)
    ]
    return stacked(lanes) or [columns([""] * LANES)]


def drone_cell(view: Battle, seat: int, lane: int, index: int) -> list[str]:
    """Draws a drone: name, attack, speed, hull and shields."""
    drone = view.rows[seat * LANES + lane][index]
    word = drone_word(view, seat, lane, index)
    for long, short in SHORT_NAMES.items():
        word = word.replace(long, short)
    name = f"*{word}" if drone.ready else f"({word})"
    bonus = f"+{ship_bonus(drone)}" if ship_bonus(drone) else ""
    marked = "marked " if drone.marked else ""
    power, pace = attack(view, seat, lane, drone), speed(view, seat, lane, drone)
    return cell_lines(name, f"{marked}{power}{bonus} {pace} {drone.hull}/{drone.shields}")


# Seats and cards.


def seat_lines(view: Battle, seat: int) -> list[str]:
    """Writes the energy, budget, drones and cards of a seat, and whether it has passed."""
    board = view.board
    words = [f"energy {board.energy[seat]}/{ship_stat(view, seat, MAX_ENERGY)}"]
    if view.phase <= state.DEPLOYMENT:
        words.append(f"budget {board.budget[seat]}")
    words.append(f"drones {state.count_drones(view, seat)}/{ship_stat(view, seat, CPU_LIMIT)}")
    for name, zone in (("hand", state.HAND), ("deck", state.DECK), ("discard", state.DISCARD)):
        words.append(f"{name} {len(state.pile(view, zone, seat))}")
    passed = "PASSED, " if state.has_passed(view, seat) and not view.over else ""
    first = " (first player)" if board.first == seat else ""
    lines = wrapped(f"{seat_word(view, seat)}{first}: {passed}", words, 2)
    upgraded = [
        f"{DRONE_WORDS[kind]} {' and '.join([CARD_WORDS[card] for card in cards])}"
        for kind, cards in [(kind, upgrades_of(view, seat, kind)) for kind in board.pools[seat]]
        if cards
    ]
    return lines + (named("upgrades", upgraded) if upgraded else [])


def card_lines(view: Battle, seat: int) -> list[str]:
    """Writes the viewer's hand, the cards known of the other one, and the drones to deploy."""
    lines: list[str] = []
    hand = state.pile(view, state.HAND, seat)
    if seat == view.viewer or any(card != UNKNOWN for card in hand):
        lines += named("hand", card_words(view, hand))
    shown = [card for card in state.pile(view, state.HAND, 1 - seat) if card != UNKNOWN]
    if shown:
        lines += named("their hand", [*card_words(view, shown), "..."])
    if view.phase <= state.DEPLOYMENT:
        lines += named("pool", pool_words(view, seat))
    return lines


def card_words(view: Battle, cards: Sequence[int]) -> list[str]:
    """Lists cards with their cost, equal ones once."""
    costs = state.book(view).cost
    words: list[str] = []
    for card in dict.fromkeys(cards):
        count = cards.count(card)
        name = f"{CARD_WORDS[card]} ({costs[card]})" if card != UNKNOWN else "hidden"
        words.append(name if count == 1 else f"{count} {name}")
    return words


def pool_words(view: Battle, seat: int) -> list[str]:
    """Lists the drones that a seat can deploy, with their cost and how many are left."""
    words: list[str] = []
    for kind in view.board.pools[seat]:
        left = limit(view, seat, kind) - state.count_kind(view, seat, kind)
        words.append(f"{max(0, left)} {DRONE_WORDS[kind]} ({cost(view, seat, kind)})")
    return words


def named(name: str, words: Sequence[str]) -> list[str]:
    """Writes a list after its name, on several lines if need be."""
    return wrapped(f"{name:<{INDENT}}", words or [NOTHING], INDENT)


def wrapped(start: str, words: Sequence[str], indent: int, between: str = ", ") -> list[str]:
    """Writes words behind the start of a line; a line is broken only between them."""
    lines = [start]
    for place, word in enumerate(words):
        text = word if place == len(words) - 1 else f"{word}{between}"
        if len(lines[-1]) + len(text.rstrip()) > WIDTH and len(lines[-1]) > indent:
            lines.append(" " * indent)
        lines[-1] += text
    return [line.rstrip() for line in lines]
